import { asciiAddress, hasForeignLocalPart } from '#contract/accounts/address.ts'
import { EMAIL_PATTERN } from '#contract/common.ts'
import { rememberLandingEmail } from '#shared/session/landing-email.ts'
import { paths } from '#shared/paths.ts'

const emailPattern = new RegExp(EMAIL_PATTERN)

const onSubmit = (form: HTMLElement, act: (input: HTMLInputElement) => void): void => {
  const input = form.querySelector('input')
  if (!input) return
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    act(input)
  })
}

const mark = (input: HTMLInputElement, isWrong: boolean): void => {
  input.setAttribute('aria-invalid', String(isWrong))
  if (isWrong) input.focus()
}

/** Accepts any local part: the sign-up page explains what is wrong with it. */
const isEmail = (text: string): boolean => hasForeignLocalPart(text) || emailPattern.test(asciiAddress(text))

/** Opens the sign-up page with the typed address. Stays here if the address is invalid. */
export const openSignUp = (form: HTMLElement): void => {
  const error = form.querySelector<HTMLElement>('.field-error')
  const show = (input: HTMLInputElement, isWrong: boolean): void => {
    if (error) error.hidden = !isWrong
    mark(input, isWrong)
  }
  form.querySelector('input')?.addEventListener('input', ({ target }) => {
    show(target as HTMLInputElement, false)
  })
  onSubmit(form, (input) => {
    const email = input.value.trim()
    if (email && !isEmail(email)) return show(input, true)
    rememberLandingEmail(email)
    location.assign(paths.signup)
  })
}

type Fault = 'wrongCode' | 'tooMany' | 'failed'

const faultOf = async (code: string): Promise<Fault | null> => {
  try {
    const answer = await fetch('/auth/access-code', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code }),
    })
    if (answer.status === 429) return 'tooMany'
    if (answer.status === 400) return 'wrongCode'
    if (!answer.ok) return 'failed'
    const { shouldReveal } = (await answer.json()) as { readonly shouldReveal: boolean }
    return shouldReveal ? null : 'wrongCode'
  } catch {
    return 'failed'
  }
}

/** Checks the typed code with the server and, if it is right, reveals the sign-up form. */
export const openCodeForm = (form: HTMLElement): void =>
  onSubmit(form, (input) => {
    const code = input.value.trim()
    if (!code) return input.focus()
    void faultOf(code).then((fault) => {
      for (const words of form.querySelectorAll<HTMLElement>('[data-fault]'))
        words.hidden = words.dataset['fault'] !== fault
      mark(input, fault !== null)
      if (fault !== null) return
      document.documentElement.classList.remove('gated')
      document.querySelector<HTMLElement>('[data-form=sign-up] input')?.focus()
    })
  })
