/** Whether this is a screen with a mouse, and so no phone. */
export const isOnComputer = (): boolean => matchMedia('(pointer: fine) and (min-width: 43.75rem)').matches
