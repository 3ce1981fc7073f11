import { useEffect, useRef, useState } from 'react'
import type { UploadedFile } from '#contract/requests/files.ts'
import { saveFile } from '../api/save-file.ts'
import { useErrorText } from '../texts/common.ts'
import { useLanguage } from '../texts/language.ts'
import { UserText } from '../parts/UserText.tsx'
import { fileSize } from './file-size.ts'
import { fileTexts } from './file-texts.ts'
import { OtherFile, readFile } from './read-file.ts'
import './files.css'

/** The files of a request, each with what opens it. What a phone has stored of before has none. */
export const FileList = ({ files = [] }: { readonly files?: readonly UploadedFile[] | undefined }) => {
  const text = fileTexts.use()
  if (files.length === 0) return null
  return (
    <section aria-label={text.title}>
      <ul className="file-list">
        {files.map((file) => (
          <li key={file.id}>
            <FileFacts file={file} />
            {file.name !== null && <FileActs file={{ ...file, name: file.name }} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** In one line each, for where nothing can be pressed. */
export const FileLines = ({ files = [] }: { readonly files?: readonly UploadedFile[] | undefined }) => {
  const text = fileTexts.use()
  const language = useLanguage()
  return files.map(({ id, name, type, size }) => (
    <span key={id} className="file-line numbers">
      {name === null ? text.erased : <UserText>{name}</UserText>} · {text.types[type]} ·{' '}
      {fileSize(size, language)}
    </span>
  ))
}

/** What is signed of a file. */
export const FileFacts = ({ file: { name, type, size, sha256 } }: { readonly file: UploadedFile }) => {
  const text = fileTexts.use()
  const language = useLanguage()
  return (
    <div className="file-facts">
      <strong>{name === null ? text.erased : <UserText>{name}</UserText>}</strong>
      <span className="hint numbers">
        {text.types[type]} · {fileSize(size, language)}
      </span>
      <details>
        <summary className="hint">{text.hash}</summary>
        <code>{sha256}</code>
      </details>
    </div>
  )
}

type Named = UploadedFile & { readonly name: string }
type State =
  | { readonly at: 'idle' | 'loading' | 'saved' }
  | { readonly at: 'shown'; readonly picture: string }
  | { readonly at: 'failed'; readonly error: unknown }
const IDLE: State = { at: 'idle' }

/** Reads a file for one use after the other. A picture that is shown goes with the page. */
const useFile = (file: Named) => {
  const [state, setState] = useState<State>(IDLE)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const picture = state.at === 'shown' ? state.picture : undefined
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture)), [picture])

  const read = async (use: (bytes: Blob) => State): Promise<void> => {
    if (state.at === 'loading') return
    const { signal } = (running.current = new AbortController())
    setState({ at: 'loading' })
    try {
      setState(use(await readFile(file, signal)))
    } catch (error) {
      if (!signal.aborted) setState({ at: 'failed', error })
    }
  }
  const save = () =>
    read((bytes) => {
      saveFile({ name: file.name, file: bytes })
      return { at: 'saved' }
    })
  const show = () => read((bytes) => ({ at: 'shown', picture: URL.createObjectURL(bytes) }))
  return { state, picture, save, show, hide: () => setState(IDLE) }
}

/** Shows a picture in place; everything else is downloaded, so that no page of ours ever runs it. */
const FileActs = ({ file }: { readonly file: Named }) => {
  const text = fileTexts.use()
  const { state, picture, save, show, hide } = useFile(file)
  const isLoading = state.at === 'loading'
  return (
    <>
      <div className="file-acts">
        {file.type.startsWith('image/') && (
          <button
            type="button"
            className="button button-outlined"
            aria-expanded={picture !== undefined}
            aria-label={picture ? text.hideOf(file.name) : text.showOf(file.name)}
            aria-disabled={isLoading}
            onClick={() => (picture ? hide() : void show())}
          >
            {picture ? text.hide : text.show}
          </button>
        )}
        <button
          type="button"
          className="button button-outlined"
          aria-label={text.saveOf(file.name)}
          aria-disabled={isLoading}
          onClick={() => void save()}
        >
          {text.save}
        </button>
      </div>
      <FileStatus state={state} />
      {picture && <img className="file-picture" src={picture} alt={file.name} />}
    </>
  )
}

const FileStatus = ({ state }: { readonly state: State }) => {
  const text = fileTexts.use()
  const errorText = useErrorText()
  const words = { loading: text.loading, saved: text.saved, idle: '', shown: '', failed: '' }
  return (
    <>
      <p role="status" className="hint">
        {words[state.at]}
      </p>
      {state.at === 'failed' && (
        <p role="alert" className="notice error">
          {state.error instanceof OtherFile ? text.other : errorText(state.error)}
        </p>
      )}
    </>
  )
}
