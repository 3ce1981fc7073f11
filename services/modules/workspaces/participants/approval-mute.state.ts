/** The people whose approvals a participant does not take at present. One that has ended stays until the next mute. */

export type ApprovalMute = { readonly requesterId: string; readonly until: string }

export const MUTE_MS = 86_400_000

/** With another mute, and without those that had ended when it began. */
export const withMute = (kept: readonly ApprovalMute[], mute: ApprovalMute): readonly ApprovalMute[] => {
  const begunAt = new Date(mute.until).getTime() - MUTE_MS
  const others = kept.filter(
    ({ requesterId, until }) => requesterId !== mute.requesterId && new Date(until).getTime() > begunAt,
  )
  return [...others, mute]
}

/** Until when the approvals of this requester are muted; null if they are taken. */
export const approvalsMutedUntil = (
  kept: readonly ApprovalMute[],
  requesterId: string,
  now: Date,
): string | null =>
  kept.find((mute) => mute.requesterId === requesterId && new Date(mute.until) > now)?.until ?? null
