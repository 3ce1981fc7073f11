/** Where the draft of a workspace's kind is kept. */
export const draftName = (workspaceId: string): string => `kind ${workspaceId}`
