import { memo } from 'react'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import type { ListedWorkspace } from '#contract/workspaces/periods.ts'
import { ClockIcon, PlayIcon, PlusIcon, TrashIcon } from '#shared/parts/icons.tsx'
import { RowActions, RowMenu } from '#shared/dialogs/RowMenu.tsx'
import { SubscriptionChip } from '#shared/parts/SubscriptionChip.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { useLanguage } from '#shared/texts/language.ts'
import { endWords, nameOf, termWords } from './names.ts'
import { superAdminTexts } from './texts.ts'
import type { WorkspaceAction } from './WorkspaceDialogs.tsx'

type Props = {
  readonly workspace: ListedWorkspace
  readonly isOpened: boolean
  /** When it was read, in milliseconds; as good as it takes to tell the day. */
  readonly readAt: number
  readonly onOpen: (id: string) => void
  readonly onAction: (action: WorkspaceAction) => void
}

/** Drawn again only when its workspace is another one: there may be thousands. */
export const WorkspaceRow = memo(({ workspace, isOpened, readAt, onOpen, onAction }: Props) => {
  const text = superAdminTexts.use()
  const language = useLanguage()
  const { id, billingUser, participantTotal, subscription } = workspace
  const name = nameOf(workspace, text)
  const { words, isSoon } = endWords(workspace, text, new Date(readAt))
  const ask = (what: 'add' | 'eternal' | 'remove') => () => onAction({ what, workspace })
  return (
    <TableRow role="row" selected={isOpened} onClick={() => onOpen(id)}>
      <TableCell role="cell" className="cell-name">
        <span className="who">
          <button type="button" className="row-opener one-line">
            <bdi>{name}</bdi>
          </button>
          <span className="meta numbers">{id.slice(0, 4)}</span>
        </span>
      </TableCell>
      <TableCell role="cell" className="cell-billing one-line">
        {billingUser}
      </TableCell>
      <TableCell role="cell" className="cell-people numbers">
        {participantTotal}
      </TableCell>
      <TableCell role="cell" className="cell-subscription">
        <SubscriptionChip subscription={subscription} />
      </TableCell>
      <TableCell role="cell" className="cell-active numbers muted">
        {termWords(workspace, language)}
      </TableCell>
      <TableCell role="cell" className="cell-end numbers">
        {isSoon ? (
          <Tag tone="warning" icon={<ClockIcon />}>
            {words}
          </Tag>
        ) : (
          <span className="muted">{words}</span>
        )}
      </TableCell>
      <TableCell role="cell" className="cell-more">
        <RowMenu label={text.more(name)}>
          {(menu) => (
            <RowActions
              {...menu}
              actions={[
                { key: 'add', icon: <PlusIcon />, label: text.actions.add, run: ask('add') },
                { key: 'eternal', icon: <PlayIcon />, label: text.actions.eternal, run: ask('eternal') },
                {
                  key: 'remove',
                  icon: <TrashIcon />,
                  label: text.actions.remove,
                  run: ask('remove'),
                  isDangerous: true,
                },
              ]}
            />
          )}
        </RowMenu>
      </TableCell>
    </TableRow>
  )
})
