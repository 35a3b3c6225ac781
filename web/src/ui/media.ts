/** A phone, upright or held sideways. Styles say the same: a query cannot be taken from here. */
export const PHONE_QUERY = '(max-width: 800px), (max-height: 500px)';
