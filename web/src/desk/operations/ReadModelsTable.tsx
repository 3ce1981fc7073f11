import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import type { ReadModelBuild } from '#contract/operations.ts'
import {
  AlertIcon,
  BackIcon,
  CheckIcon,
  ClockIcon,
  PlayIcon,
  PlusIcon,
  TrashIcon,
} from '#shared/parts/icons.tsx'
import { ListTable } from '#shared/lists/ListTable.tsx'
import { RowActions, RowMenu } from '#shared/dialogs/RowMenu.tsx'
import { Tag } from '#shared/parts/Tag.tsx'
import { useLanguage } from '#shared/texts/language.ts'
import { formatBytes, formatCount, formatSeconds, formatShare } from './numbers.ts'
import type { StepRequest } from './StepDialog.tsx'
import { stepsOf, type Step } from './steps.ts'
import { readModelTexts } from './texts.ts'

type Props = {
  readonly builds: readonly ReadModelBuild[]
  readonly onStep: (request: StepRequest) => void
}

const COLUMNS = ['build', 'state', 'progress', 'behind', 'bytes', 'more'] as const
const ICONS: Readonly<Record<Step, React.ReactNode>> = {
  build: <PlusIcon />,
  promote: <CheckIcon />,
  rollback: <BackIcon />,
  retire: <TrashIcon />,
  retry: <PlayIcon />,
}

/** One row for each build, those of a model beneath each other. */
export const ReadModelsTable = ({ builds, onStep }: Props) => {
  const text = readModelTexts.use()
  const columns = COLUMNS.map((name) => ({ name, label: text.columns[name], isHidden: name === 'more' }))
  return (
    <div className="card table-card">
      <ListTable className="builds" caption={text.caption} columns={columns}>
        <TableBody role="rowgroup">
          {builds.map((build) => (
            <BuildRow key={build.build} build={build} builds={builds} onStep={onStep} />
          ))}
        </TableBody>
      </ListTable>
    </div>
  )
}

const BuildRow = ({ build, builds, onStep }: Props & { readonly build: ReadModelBuild }) => {
  const text = readModelTexts.use()
  const language = useLanguage()
  const { model, share, lagFacts, secondsLeft, state, parked, held } = build
  return (
    <TableRow role="row">
      <TableCell component="th" scope="row" role="rowheader" className="cell-build">
        {build.build} <span className="meta numbers">{text.version(build.version)}</span>
      </TableCell>
      <TableCell role="cell" className="cell-state">
        <span className="tags">
          <StateTag state={state} />
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
        {build.promotes && state !== 'active' && <p className="meta">{text.promotes}</p>}
      </TableCell>
      <TableCell role="cell" className="cell-progress numbers">
        {share < 1 && <progress value={share} aria-label={`${text.columns.progress} ${build.build}`} />}
        <span>
          {formatShare(share, language)}
          {secondsLeft !== null && (
            <span className="meta"> · {text.left(formatSeconds(secondsLeft, language))}</span>
          )}
        </span>
      </TableCell>
      <TableCell role="cell" className="cell-behind numbers">
        {formatCount(lagFacts, language)}
      </TableCell>
      <TableCell role="cell" className="cell-bytes numbers">
        {formatBytes(build.bytes, language)}
      </TableCell>
      <TableCell role="cell" className="cell-more">
        <RowMenu label={text.more(build.build)}>
          {(menu) => (
            <RowActions
              {...menu}
              actions={stepsOf(build, builds).map(({ step, name }) => ({
                key: step,
                icon: ICONS[step],
                label: text.steps[step].verb,
                run: () => onStep({ step, name, model }),
                ...(step === 'retire' && { isDangerous: true as const }),
              }))}
            />
          )}
        </RowMenu>
      </TableCell>
    </TableRow>
  )
}

const TONES = {
  active: 'good',
  held: 'warning',
  building: 'info',
  ready: 'selected',
  previous: 'neutral',
} as const

const StateTag = ({ state }: Pick<ReadModelBuild, 'state'>) => {
  const { states } = readModelTexts.use()
  return (
    <Tag tone={TONES[state]} icon={state === 'active' && <CheckIcon />}>
      {states[state]}
    </Tag>
  )
}
