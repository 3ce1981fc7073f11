import { AlertIcon } from '#shared/parts/icons.tsx'
import { publicTexts } from './texts.ts'

/** Asks for the access code; what may be wrong stands here, and is shown when it is. */
export const CodeForm = () => {
  const text = publicTexts.use()
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
        {(['wrongCode', 'tooMany', 'failed'] as const).map((fault) => (
          <p key={fault} className="field-error" data-fault={fault} hidden>
            <AlertIcon />
            {text[fault]}
          </p>
        ))}
      </div>
    </form>
  )
}
