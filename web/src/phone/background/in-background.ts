/**
 * Loads a module that the page works without. If that fails, because the phone went offline, it loads again once the phone is
 * online. Never rejects.
 */
export const inBackground = <Module>(load: () => Promise<Module>): Promise<Module> =>
  load().catch(
    () =>
      new Promise((resolve) =>
        window.addEventListener('online', () => resolve(inBackground(load)), { once: true }),
      ),
  )
