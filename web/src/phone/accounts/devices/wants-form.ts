/** State of a link to the devices that opens the form at once, whatever the list says at that moment. */
export const wantsForm = { enrol: true } as const

export const isFormWanted = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'enrol' in state && state.enrol === true
