/** The smallest file that is accepted. */
export const SMALL_FILE = '<?xml version="1.0"?><Document/>'
