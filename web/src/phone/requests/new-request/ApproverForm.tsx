import type { ReactNode, Ref, SubmitEvent } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { QueryView } from '../../frame/QueryView.tsx'
import { approverPages } from './approver-query.ts'
import { ApproverChoice, type ApproverProps } from './ApproverChoice.tsx'
import { ApproverSearch } from './ApproverSearch.tsx'
import { newRequestTexts } from './new-request-texts.ts'

type Props = ApproverProps & {
  readonly ref: Ref<HTMLFormElement>
  readonly workspaceId: string
  readonly onSubmit: (event: SubmitEvent) => void
  readonly children: ReactNode
}

/** So many fit into a plain list. */
const FEW = 8

/** A form that begins with whom one asks; where nobody can be asked it says so instead. */
export const ApproverForm = ({ ref, workspaceId, onSubmit, children, ...choice }: Props) => {
  const text = newRequestTexts.use()
  const approvers = useInfiniteQuery(approverPages(workspaceId))
  return (
    <QueryView query={approvers}>
      {({ pages: [first] }) =>
        !first || first.reply.length === 0 ? (
          <p className="notice info">{text.noApprovers}</p>
        ) : (
          <form ref={ref} className="form" noValidate onSubmit={onSubmit}>
            {first.nextCursor === null && first.reply.length <= FEW ? (
              <ApproverChoice {...choice} people={first.reply} />
            ) : (
              <ApproverSearch {...choice} key={workspaceId} workspaceId={workspaceId} />
            )}
            {children}
          </form>
        )
      }
    </QueryView>
  )
}
