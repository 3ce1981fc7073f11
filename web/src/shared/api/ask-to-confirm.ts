type Ask = () => Promise<boolean>

let ask: Ask | null = null

/** Sets what asks the user to prove who they are. Returns a function that undoes it. */
export const onStepUp = (handler: Ask): (() => void) => {
  ask = handler
  return () => {
    if (ask === handler) ask = null
  }
}

let asking: Promise<boolean> | null = null

/** Asks the user once for all calls that wait. Resolves to false if they cancel, or nothing can ask. */
export const askToConfirm = (): Promise<boolean> => {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = null
  })
  return asking
}
