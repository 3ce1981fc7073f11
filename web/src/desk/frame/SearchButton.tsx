import { lazy, Suspense, useEffect, useState } from 'react'
import { SearchIcon } from '#shared/parts/icons.tsx'
import { appTexts } from './texts.ts'

const SearchDialog = lazy(async () => ({
  default: (await import('../search/SearchDialog.tsx')).SearchDialog,
}))

/** Ctrl K, or Cmd K on a Mac; on keyboards without Latin letters the key at the same place. */
const isShortcut = ({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  ctrlKey !== metaKey &&
  !altKey &&
  !shiftKey &&
  (/^[a-z]$/i.test(key) ? key.toLowerCase() === 'k' : code === 'KeyK')

/** A dialog asks for something first. The details beside or above a list ask for nothing. */
const isAsked = (): boolean =>
  [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].some(
    (dialog) => dialog.querySelector('.drawer-head') === null,
  )

/** Opens the search, as does its shortcut. */
export const SearchButton = () => {
  const { search } = appTexts.use()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!isShortcut(event)) return
      event.preventDefault()
      if (!isAsked()) setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button
        type="button"
        className="desk-link desk-link-strong"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={search.title(navigator.userAgent.includes('Macintosh'))}
        onClick={() => setOpen(true)}
      >
        <SearchIcon />
        <span className="link-word">{search.word}</span>
      </button>
      {isOpen && (
        <Suspense>
          <SearchDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
