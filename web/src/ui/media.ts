/** A phone, upright or sideways. CSS cannot import it: styles repeat it, see styles/tokens.css. */
export const PHONE_QUERY = '(max-width: 800px), (max-height: 500px)';
