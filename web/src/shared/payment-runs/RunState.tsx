import { useErrorText } from '../texts/common.ts'
import { runTexts } from './run-texts.ts'

type Props = { readonly query: { readonly data: unknown; readonly error: unknown } }

/** That a run is being read, which may take some seconds, or why it is not. */
export const RunState = ({ query: { data, error } }: Props) => {
  const text = runTexts.use()
  const errorText = useErrorText()
  if (data !== undefined) return null
  if (error)
    return (
      <p role="alert" className="notice error">
        {errorText(error)}
      </p>
    )
  return (
    <p role="status" className="hint">
      {text.loading}
    </p>
  )
}
