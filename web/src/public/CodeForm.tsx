import { AlertIcon } from '#shared/parts/icons.tsx'
import { commonTexts } from '#shared/texts/common.ts'
import { publicTexts } from './texts.ts'

/** Asks for the access code. Every possible error message is in the page, hidden until it applies. */
export const CodeForm = () => {
  const text = publicTexts.use()
  const errors = { wrongCode: text.wrongCode, tooMany: text.tooMany, failed: commonTexts.use().offline }
  return (
    <form className="code-form only-gated" method="dialog" noValidate data-form="code">
      <div className="field">
        <label htmlFor="code">{text.code}</label>
        <input
          className="input"
          id="code"
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby="code-fault"
        />
      </div>
      <button type="submit" className="button button-outlined">
        {text.open}
      </button>
      <div id="code-fault" className="code-faults" role="alert">
        {Object.entries(errors).map(([fault, words]) => (
          <p key={fault} className="field-error" data-fault={fault} hidden>
            <AlertIcon />
            {words}
          </p>
        ))}
      </div>
    </form>
  )
}
