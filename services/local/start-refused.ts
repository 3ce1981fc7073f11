/** A start that cannot go on, with the reason and the way out in words for the person at the terminal. */
export class StartRefused extends Error {}
