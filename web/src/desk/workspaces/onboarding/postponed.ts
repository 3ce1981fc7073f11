const STORED_AS = 'vieraugen-first-run-later'

const stored = (): readonly string[] => {
  try {
    return (localStorage.getItem(STORED_AS) ?? '').split(' ')
  } catch {
    return []
  }
}

/** Whether the first steps of a workspace are postponed in this browser. */
export const isPostponed = (workspaceId: string): boolean => stored().includes(workspaceId)

export const postpone = (workspaceId: string): void => {
  try {
    localStorage.setItem(STORED_AS, [...stored(), workspaceId].join(' ').trim())
  } catch {
    // without storage they are hidden as long as the page
  }
}
