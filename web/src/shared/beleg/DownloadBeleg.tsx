import { useEffect, useRef, useState } from 'react'
import { changeBeleg, requestBeleg } from '#contract/beleg/beleg-files.ts'
import { download } from '../api/download.ts'
import { saveFile } from '../api/save-file.ts'
import { useErrorText } from '../texts/common.ts'
import { belegTexts } from './beleg-texts.ts'

type Props = { readonly of: 'request' | 'change'; readonly id: string }

type State =
  | { readonly at: 'idle' | 'loading' }
  | { readonly at: 'saved'; readonly name: string }
  | { readonly at: 'failed'; readonly error: unknown }

const useBeleg = ({ of, id }: Props) => {
  const [state, setState] = useState<State>({ at: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (): Promise<void> => {
    if (state.at === 'loading') return
    const { signal } = (running.current = new AbortController())
    setState({ at: 'loading' })
    try {
      const endpoint = of === 'request' ? requestBeleg : changeBeleg
      const file = await download(endpoint, { params: { id }, query: {}, signal }, () => {})
      saveFile(file)
      setState({ at: 'saved', name: file.name })
    } catch (error) {
      if (!signal.aborted) setState({ at: 'failed', error })
    }
  }
  return { state, start }
}

/** Downloads the Beleg of a request or change as a PDF. */
export const DownloadBeleg = (props: Props) => {
  const text = belegTexts.use()
  const errorText = useErrorText()
  const { state, start } = useBeleg(props)
  const isLoading = state.at === 'loading'
  return (
    <section className="stack">
      <button
        type="button"
        className="button button-outlined"
        aria-disabled={isLoading}
        onClick={() => void start()}
      >
        {text.download}
      </button>
      <p role="status" className="hint">
        {isLoading ? text.loading : state.at === 'saved' ? text.saved(state.name) : text.hint}
      </p>
      {state.at === 'failed' && (
        <p role="alert" className="notice error">
          {errorText(state.error)}
        </p>
      )}
    </section>
  )
}
