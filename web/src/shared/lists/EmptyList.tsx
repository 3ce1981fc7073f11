type Props = {
  /** Where nothing is searched for. */
  readonly none: string
  readonly noHits: string
  readonly clear: string
  /** Absent: nothing is searched for. */
  readonly onClear: (() => void) | undefined
}

/** Instead of a list that has nothing in it. */
export const EmptyList = ({ none, noHits, clear, onClear }: Props) => (
  <p className="card empty">
    {onClear ? noHits : none}{' '}
    {onClear && (
      <button type="button" className="button-link" onClick={onClear}>
        {clear}
      </button>
    )}
  </p>
)
