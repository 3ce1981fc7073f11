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

/** Up to this number, a plain select is enough. */
const MOST_IN_SELECT = 8

/** A form that starts with the choice of an approver, or a notice if there is none. */
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
            {first.nextCursor === null && first.reply.length <= MOST_IN_SELECT ? (
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
