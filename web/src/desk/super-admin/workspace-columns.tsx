import type { ListedWorkspace } from '#contract/workspaces/subscription/periods.ts'
import { RowActions, RowMenu } from '#shared/dialogs/RowMenu.tsx'
import { columnHelper } from '#shared/lists/list-columns.ts'
import { CheckIcon, ClockIcon, MailIcon, PlayIcon, PlusIcon, TrashIcon } from '#shared/parts/icons.tsx'
import { SubscriptionChip } from '#shared/parts/SubscriptionChip.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import type { Language } from '#shared/texts/language.ts'
import { endWords, nameOf, termWords } from './names.ts'
import type { superAdminTexts } from './texts.ts'
import type { WorkspaceAction } from './WorkspaceDialogs.tsx'

type Context = {
  readonly text: ReturnType<typeof superAdminTexts.use>
  readonly language: Language
  readonly now: Date
  readonly onAction: (action: WorkspaceAction) => void
}

/** Whether its latest offer is answered; none once a period was added since. */
const OfferTag = ({
  workspace: { offer },
  text,
}: Pick<Context, 'text'> & { readonly workspace: ListedWorkspace }) => {
  if (offer === null || offer.state === 'done') return null
  const isOpen = offer.state === 'waiting'
  return (
    <Tag tone={isOpen ? 'warning' : 'neutral'} icon={isOpen ? <MailIcon /> : <CheckIcon />}>
      {text.filters.offer}
      <span className={isOpen ? '' : 'visually-hidden'}> {text.offerStates[offer.state]}</span>
    </Tag>
  )
}

const column = columnHelper<ListedWorkspace>()

export const workspaceColumns = ({ text, language, now, onAction }: Context) =>
  column.columns([
    column.accessor((workspace) => nameOf(workspace, text), {
      id: 'name',
      header: text.columns.name,
      enableSorting: true,
      meta: { isFlexible: true },
      cell: ({ row, getValue }) => (
        <span className="who">
          <button type="button" className="row-opener one-line">
            <bdi>{getValue()}</bdi>
          </button>
          <span className="meta numbers">{row.original.id.slice(0, 4)}</span>
          <OfferTag workspace={row.original} text={text} />
        </span>
      ),
    }),
    column.accessor('billingUser', {
      id: 'billing',
      header: text.columns.billing,
      meta: { className: 'one-line' },
    }),
    column.accessor('participantCount', {
      id: 'people',
      header: text.columns.people,
      meta: { className: 'numbers' },
    }),
    column.accessor('subscription', {
      header: text.columns.subscription,
      cell: ({ getValue }) => <SubscriptionChip subscription={getValue()} />,
    }),
    column.accessor((workspace) => termWords(workspace, language), {
      id: 'active',
      header: text.columns.active,
      meta: { className: 'numbers muted' },
    }),
    column.accessor('endDate', {
      header: text.columns.end,
      enableSorting: true,
      meta: { className: 'numbers' },
      cell: ({ row }) => {
        const { words, isSoon } = endWords(row.original, text, now)
        if (!isSoon) return <span className="muted">{words}</span>
        return (
          <Tag tone="warning" icon={<ClockIcon />}>
            {words}
          </Tag>
        )
      },
    }),
    column.display({
      id: 'more',
      header: text.columns.more,
      meta: { isHeaderHidden: true, isFixed: true },
      cell: ({ row: { original: workspace } }) => {
        const start = (what: 'add' | 'eternal' | 'remove') => () => onAction({ what, workspace })
        const { add, eternal, answer, remove } = text.actions
        const { offer } = workspace
        return (
          <RowMenu label={text.more(nameOf(workspace, text))}>
            {(menu) => (
              <RowActions
                {...menu}
                actions={[
                  { key: 'add', icon: <PlusIcon />, label: add, run: start('add') },
                  { key: 'eternal', icon: <PlayIcon />, label: eternal, run: start('eternal') },
                  ...(offer?.state === 'waiting'
                    ? [
                        {
                          key: 'answer',
                          icon: <CheckIcon />,
                          label: answer,
                          run: () => onAction({ what: 'answer', workspace, offer }),
                        },
                      ]
                    : []),
                  {
                    key: 'remove',
                    icon: <TrashIcon />,
                    label: remove,
                    run: start('remove'),
                    isDangerous: true,
                  },
                ]}
              />
            )}
          </RowMenu>
        )
      },
    }),
  ])
