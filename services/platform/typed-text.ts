/** Embeddings, overrides and isolates of direction. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/gu

/**
 * A text that a person typed, as it is kept: without blanks around it, and without what makes it read in another order
 * than it was written, or an approver could see other digits than are signed (CVE-2021-42574 did that to source code).
 * Dropped rather than refused: phones put such characters, which nobody sees, around the numbers that they copy.
 */
export const typedText = (text: string): string => text.replaceAll(TURNS, '').trim()
