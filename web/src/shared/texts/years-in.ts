const A_YEAR = 365
/** From here on it is said in years. */
const LONG_DAYS = 730

/** Whole years in so many days; null where days say it better. */
export const yearsIn = (days: number): number | null => (days < LONG_DAYS ? null : Math.floor(days / A_YEAR))
