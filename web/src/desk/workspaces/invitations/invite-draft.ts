/** The form under which the list of people to invite is kept over a reload. */
export const draftOfMany = (workspaceId: string): string => `invite many ${workspaceId}`
