/** Marks in the built pages, which the server fills in from its settings. */
export const IMPRINT = '__IMPRINT__'
export const DEMO_URL = '__DEMO_URL__'
