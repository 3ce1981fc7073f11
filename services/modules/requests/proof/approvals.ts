import type { ApprovalsContent } from '#contract/requests/several.ts'
import { canonicalText, hashOfText } from '#contract/requests/signing.ts'
import { prepareApproval, type Approval, type Issued, type Prepared } from './proof.ts'

/** What an approver signs for several approvals at once. */
export type PreparedList = Issued & {
  readonly content: ApprovalsContent
  /** In the order of the list. */
  readonly approvals: readonly Prepared[]
}

/** What the server decides when it prepares the list. The contents in it have the same nonce. */
type Preparation = Pick<ApprovalsContent, 'approverUserId' | 'nonce' | 'expiresAt'>

/** The content of a list of approvals, built from the events. Throws `request.not-found` once one of the texts is erased. */
export const prepareApprovals = async (
  approvals: readonly Approval[],
  { approverUserId, nonce, expiresAt }: Preparation,
): Promise<PreparedList> => {
  const prepared = await Promise.all(approvals.map((approval) => prepareApproval(approval, nonce)))
  const list = prepared.map(({ content: { requestId }, challenge }) => ({
    requestId,
    contentHash: challenge,
  }))
  const content: ApprovalsContent = {
    v: 1,
    kind: 'approvals',
    count: list.length,
    list,
    approverUserId,
    nonce,
    expiresAt,
  }
  const canonical = canonicalText(content)
  return { content, canonical, challenge: await hashOfText(canonical), approvals: prepared }
}

/** The requests in a content that was issued. */
export const listedIn = (canonical: string): readonly string[] =>
  (JSON.parse(canonical) as ApprovalsContent).list.map(({ requestId }) => requestId)

/** The same list again, from the requests as they are now. Only nonce and expiry come from the issued text. */
export const preparedAgain = (
  approvals: readonly Approval[],
  { approverUserId, canonical }: { readonly approverUserId: string; readonly canonical: string },
): Promise<PreparedList> => {
  const { nonce, expiresAt } = JSON.parse(canonical) as ApprovalsContent
  return prepareApprovals(approvals, { approverUserId, nonce, expiresAt })
}
