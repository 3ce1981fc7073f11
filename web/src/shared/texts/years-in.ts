const A_YEAR = 365
/** Longer periods are given in years. */
const LONG_DAYS = 730

/** Whole years in `days`. Null if the period is too short. */
export const yearsIn = (days: number): number | null => (days < LONG_DAYS ? null : Math.floor(days / A_YEAR))
