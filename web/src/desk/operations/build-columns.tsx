import type { ReactNode } from 'react'
import type { ReadModelBuild } from '#contract/operations.ts'
import { RowActions, RowMenu } from '#shared/dialogs/RowMenu.tsx'
import { columnHelper } from '#shared/lists/list-columns.ts'
import {
  AlertIcon,
  BackIcon,
  CheckIcon,
  ClockIcon,
  PlayIcon,
  PlusIcon,
  TrashIcon,
} from '#shared/parts/icons.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import type { Language } from '#shared/texts/language.ts'
import { formatBytes, formatCount, formatSeconds, formatShare } from './numbers.ts'
import type { StepRequest } from './StepDialog.tsx'
import type { Step, stepsOf } from './steps.ts'
import type { readModelTexts } from './texts.ts'

export type BuildRow = { readonly build: ReadModelBuild; readonly steps: ReturnType<typeof stepsOf> }

type Texts = ReturnType<typeof readModelTexts.use>
type Context = {
  readonly text: Texts
  readonly language: Language
  readonly onStep: (request: StepRequest) => void
}

const ICONS: Readonly<Record<Step, ReactNode>> = {
  build: <PlusIcon />,
  promote: <CheckIcon />,
  rollback: <BackIcon />,
  retire: <TrashIcon />,
  retry: <PlayIcon />,
}

const column = columnHelper<BuildRow>()

export const buildColumns = ({ text, language, onStep }: Context) =>
  column.columns([
    column.accessor('build', {
      header: text.columns.build,
      meta: { isFlexible: true, isRowHeader: true },
      cell: ({ getValue }) => (
        <>
          {getValue().build} <span className="meta numbers">{text.version(getValue().version)}</span>
        </>
      ),
    }),
    column.display({
      id: 'state',
      header: text.columns.state,
      cell: ({ row }) => <BuildState build={row.original.build} text={text} />,
    }),
    column.display({
      id: 'progress',
      header: text.columns.progress,
      meta: { className: 'numbers' },
      cell: ({ row }) => {
        const { build, share, secondsLeft } = row.original.build
        return (
          <>
            {share < 1 && <progress value={share} aria-label={`${text.columns.progress} ${build}`} />}
            <span>
              {formatShare(share, language)}
              {secondsLeft !== null && (
                <span className="meta"> · {text.left(formatSeconds(secondsLeft, language))}</span>
              )}
            </span>
          </>
        )
      },
    }),
    column.accessor(({ build }) => formatCount(build.lagFacts, language), {
      id: 'behind',
      header: text.columns.behind,
      meta: { className: 'numbers' },
    }),
    column.accessor(({ build }) => formatBytes(build.bytes, language), {
      id: 'bytes',
      header: text.columns.bytes,
      meta: { className: 'numbers' },
    }),
    column.display({
      id: 'more',
      header: text.columns.more,
      meta: { isHeaderHidden: true, isFixed: true },
      cell: ({ row: { original } }) => (
        <RowMenu label={text.more(original.build.build)}>
          {(menu) => (
            <RowActions
              {...menu}
              actions={original.steps.map(({ step, name }) => ({
                key: step,
                icon: ICONS[step],
                label: text.steps[step].verb,
                run: () => onStep({ step, name, model: original.build.model }),
                ...(step === 'retire' && { isDangerous: true as const }),
              }))}
            />
          )}
        </RowMenu>
      ),
    }),
  ])

const TONES = {
  active: 'good',
  held: 'warning',
  building: 'info',
  ready: 'selected',
  previous: 'neutral',
} as const

type StateProps = { readonly build: ReadModelBuild; readonly text: Texts }

const BuildState = ({ build: { state, parked, held, promotes }, text }: StateProps) => (
  <>
    <span className="tags">
      <Tag tone={TONES[state]} icon={state === 'active' && <CheckIcon />}>
        {text.states[state]}
      </Tag>
      {parked > 0 && (
        <Tag tone="danger" icon={<AlertIcon />}>
          {text.parked(parked)}
        </Tag>
      )}
      {held > 0 && (
        <Tag tone="warning" icon={<ClockIcon />}>
          {text.held(held)}
        </Tag>
      )}
    </span>
    {promotes && state !== 'active' && <p className="meta">{text.promotes}</p>}
  </>
)
