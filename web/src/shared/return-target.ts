const STORED_AS = 'vieraugen-return-to'

/** Keeps where a visitor without a session wanted to go, for after the login, in this tab. */
export const rememberTarget = (path: string): void => {
  try {
    sessionStorage.setItem(STORED_AS, path)
  } catch {
    // without storage the login leads to the first page
  }
}

/** Gives the kept address once; null when there is none, or it is no workspace page of this site. */
export const takeTarget = (): string | null => {
  try {
    const path = sessionStorage.getItem(STORED_AS)
    sessionStorage.removeItem(STORED_AS)
    return path && /^\/workspaces?(?:[/?]|$)/.test(path) ? path : null
  } catch {
    return null
  }
}
