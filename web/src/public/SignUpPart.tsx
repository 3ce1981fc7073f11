import { AlertIcon, GoogleIcon, MicrosoftIcon } from '#shared/parts/icons.tsx'
import { paths } from '#shared/paths.ts'
import { useText } from '#shared/texts/common.ts'
import { publicTexts } from './texts.ts'

/** The form that opens the sign-up page, with the address if one was typed. */
export const SignUpPart = () => {
  const text = publicTexts.use()
  const common = useText()
  return (
    <section className="landing-start" aria-labelledby="start">
      <h2 id="start">{text.start}</h2>
      {/* `dialog`: an e-mail address must never end up in a URL. */}
      <form className="form" method="dialog" noValidate data-form="sign-up">
        <div className="field">
          <label htmlFor="email">{common.email}</label>
          <input
            className="input"
            id="email"
            type="email"
            autoComplete="email"
            placeholder={text.exampleAddress}
            aria-describedby="email-fault"
          />
          <p id="email-fault" className="field-error" hidden>
            <AlertIcon />
            {common.invalid.email}
          </p>
        </div>
        <button type="submit" className="button">
          {text.signUpFree}
        </button>
      </form>
      <p className="landing-or only-provider">{text.or}</p>
      <div className="landing-providers only-provider">
        <a className="button button-outlined only-google" href={`${paths.login}?with=google`}>
          <GoogleIcon />
          Google
        </a>
        <a className="button button-outlined only-microsoft" href={`${paths.login}?with=microsoft`}>
          <MicrosoftIcon />
          Microsoft365
        </a>
      </div>
      <p className="landing-login">
        {text.haveAccount}
        <a className="button button-outlined" href={paths.login}>
          {common.login}
        </a>
      </p>
      <p className="meta">{text.invited}</p>
    </section>
  )
}
