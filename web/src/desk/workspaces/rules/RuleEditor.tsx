import { useId } from 'react'
import { UserText } from '#shared/parts/UserText.tsx'
import { EscalatePart } from './EscalatePart.tsx'
import { MoveButtons } from './MoveButtons.tsx'
import { ParkPart } from './ParkPart.tsx'
import type { PartProps } from './RuleInputs.tsx'
import { rulesTexts } from './rules-texts.ts'
import { TimePart } from './TimePart.tsx'
import { WhenPart } from './WhenPart.tsx'
import { WhoPart } from './WhoPart.tsx'

type Props = PartProps & {
  /** From 1. */
  readonly place: number
  /** The rule as it will be signed. */
  readonly sentence: string
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

/** One rule of a kind: a sentence, and what it consists of once it is opened. */
export const RuleEditor = ({ place, sentence, isOpen, onOpen, onMove, onRemove, ...part }: Props) => {
  const text = rulesTexts.use()
  const { form } = text
  const id = useId()
  const called = text.rule(place)
  const { key } = part.rule
  return (
    <li>
      <div className="rule" role="group" aria-label={called}>
        <div className="rule-head">
          <button
            type="button"
            className="rule-sentence"
            name={`${key}.open`}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => onOpen(!isOpen)}
          >
            <strong>{called}</strong> <UserText>{sentence}</UserText>
          </button>
          <MoveButtons
            name={key}
            called={called}
            words={form}
            className="rule-acts"
            onMove={onMove}
            onRemove={onRemove}
          />
        </div>
        <div id={id} className="rule-body" hidden={!isOpen}>
          {isOpen && (
            <>
              <WhenPart {...part} />
              <WhoPart {...part} />
              <TimePart {...part} />
              <EscalatePart {...part} />
              <ParkPart {...part} />
            </>
          )}
        </div>
      </div>
    </li>
  )
}
