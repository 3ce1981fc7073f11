import { applyTheme } from '#shared/theme-mode.ts'
import { words } from './all-words.ts'
import { bothAnchors, NO_ANCHOR, readAnchor, type Anchor } from './anchor.ts'
import type { Outcome } from './outcome.ts'
import { showOutcome, titleOf } from './show-outcome.ts'
import { verifyFile } from './verify-file.ts'
import { filled, type Language } from './in-language.ts'
import '#shared/base.css'
import './controls.css'
import './verify.css'

/** The page that verifies files without a network: one document with everything in it, which also works from a disk. */

applyTheme()

const found = (selector: string): HTMLElement => document.querySelector<HTMLElement>(selector)!

const state = found('.state')
const verdict = found('.verdict')
const fileInput = found('#file') as HTMLInputElement
const keyInput = found('#key') as HTMLInputElement
const keptInput = found('#kept') as HTMLInputElement
const removeKept = found('.kept button')

let language: Language = navigator.language.startsWith('de') ? 'de' : 'en'
let file: File | null = null
let kept: { readonly name: string; readonly anchor: Anchor | null } | null = null
let outcome: Outcome | null = null
/** Counts the runs: a newer one ends those before it. */
let run = 0

const text = () => words[language].page

const showTexts = (): void => {
  document.documentElement.lang = language
  document.title = `${text().title} · Vieraugen`
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]'))
    element.textContent = text()[element.dataset['text'] as keyof ReturnType<typeof text>]
  found('.languages').setAttribute('aria-label', text().language)
  for (const button of document.querySelectorAll<HTMLElement>('.languages button'))
    button.setAttribute('aria-pressed', String(button.lang === language))
  found('#file-name').textContent = file?.name ?? ''
  found('#kept-name').textContent = kept?.name ?? text()['kept-none']
  removeKept.hidden = kept === null
}

const clear = (): void => {
  verdict.replaceChildren()
  verdict.className = 'verdict'
}

const showState = (): void => {
  clear()
  state.textContent = outcome ? titleOf(outcome, language) : text()[file === null ? 'waiting' : 'bad-anchor']
  state.classList.toggle('visually-hidden', outcome !== null)
  if (outcome) showOutcome(verdict, outcome, language)
}

/** What was entered; null if something of it is no anchor. */
const anchorNow = (): Anchor | null => {
  const typed = readAnchor(keyInput.value)
  const chosen = kept === null ? NO_ANCHOR : kept.anchor
  const isBad = typed === null || chosen === null
  keyInput.setAttribute('aria-invalid', String(typed === null))
  found('#key-error').hidden = !isBad
  return isBad ? null : bothAnchors(typed, chosen)
}

const verify = async (): Promise<void> => {
  const own = (run += 1)
  const anchor = anchorNow()
  outcome = null
  if (file === null || anchor === null) return showState()
  const { size } = file
  let shown = -1
  const onProgress = (bytes: number): void => {
    if (own !== run) throw new Error('a newer file is verified')
    // Live regions read out each change, so there are few.
    const percent = Math.floor((bytes / size) * 10) * 10
    if (percent === shown) return
    shown = percent
    state.textContent = filled(text().reading, { percent }, language)
  }
  clear()
  state.classList.remove('visually-hidden')
  onProgress(0)
  try {
    const judged = await verifyFile(file, anchor, onProgress)
    if (own !== run) return
    outcome = judged
    showState()
  } catch {
    if (own === run) state.textContent = text().failed
  }
}

const choose = (chosen: File | undefined): void => {
  if (!chosen) return
  file = chosen
  showTexts()
  void verify()
}

const keep = async (chosen: File | undefined): Promise<void> => {
  kept = chosen
    ? { name: chosen.name, anchor: chosen.size > 1_000_000 ? null : readAnchor(await chosen.text()) }
    : null
  showTexts()
  await verify()
}

fileInput.addEventListener('change', () => {
  choose(fileInput.files?.[0])
  // The same file may be chosen again, when it has changed.
  fileInput.value = ''
})
keyInput.addEventListener('change', () => void verify())
keptInput.addEventListener('change', () => void keep(keptInput.files?.[0]))
removeKept.addEventListener('click', () => {
  keptInput.value = ''
  keptInput.focus()
  void keep(undefined)
})
for (const button of document.querySelectorAll<HTMLElement>('.languages button'))
  button.addEventListener('click', () => {
    language = button.lang === 'de' ? 'de' : 'en'
    showTexts()
    if (outcome || !file || !found('#key-error').hidden) showState()
  })

for (const type of ['dragenter', 'dragover', 'dragleave', 'drop'] as const)
  addEventListener(type, (event) => {
    event.preventDefault()
    document.body.classList.toggle('dropping', type === 'dragenter' || type === 'dragover')
  })
addEventListener('drop', ({ dataTransfer }) => choose(dataTransfer?.files[0]))

// A copy on a disk needs no link to itself.
if (location.protocol === 'file:') found('.keep').hidden = true
showTexts()
showState()
