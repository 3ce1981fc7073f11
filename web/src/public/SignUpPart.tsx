import { useRef, useState, type FormEvent } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { EMAIL_PATTERN } from '#contract/common.ts'
import { paths } from '../shared/paths.ts'
import { Field } from '../shared/plain/Field.tsx'
import { useText } from '../shared/texts/common.ts'
import { publicTexts } from './texts.ts'

const emailPattern = new RegExp(EMAIL_PATTERN)

/** Takes the address along to the sign-up page; without one that page asks for it. */
export const SignUpPart = () => {
  const text = publicTexts.use()
  const common = useText()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState('')
  const [faulty, setFaulty] = useState(false)

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const email = typed.trim()
    if (email && !emailPattern.test(email)) {
      setFaulty(true)
      form.current?.querySelector('input')?.focus()
      return
    }
    void navigate(paths.signup, { state: { email } })
  }

  return (
    <section className="landing-start" aria-labelledby="start">
      <h2 id="start">{text.start}</h2>
      <form ref={form} className="form" noValidate onSubmit={submit}>
        <Field
          label={common.email}
          name="email"
          type="email"
          autoComplete="email"
          error={faulty ? common.invalid.email : undefined}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setFaulty(false)
          }}
        />
        <button type="submit" className="button">
          {text.signUpFree}
        </button>
      </form>
      <p className="landing-login">
        {text.haveAccount}
        <Link className="button button-outlined" to={paths.login}>
          {common.login}
        </Link>
      </p>
      <p className="muted">{text.invited}</p>
    </section>
  )
}
