/** A phone, upright or sideways. CSS cannot import it: styles repeat it, see styles/tokens.css. */
export const PHONE_QUERY = '(max-width: 800px), (max-height: 500px)';

/** A short phone: nothing lies over the floor of the board game. */
export const SHORT_PHONE_QUERY = '(max-width: 800px) and (max-height: 740px), (max-height: 500px)';
