type Props = {
  /** Shown if there is no filter. */
  readonly none: string
  readonly noHits: string
  readonly clear: string
  /** Undefined without a filter or search. */
  readonly onClear: (() => void) | undefined
}

/** Replaces an empty list. */
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
