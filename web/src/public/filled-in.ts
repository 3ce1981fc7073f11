/** Placeholders in the built pages. The server replaces them with its settings. */
export const IMPRINT = '__IMPRINT__'
export const DEMO_URL = '__DEMO_URL__'
