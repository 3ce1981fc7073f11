import { IMPRINT } from './filled-in.ts'

export const ImprintPage = () => (
  <article className="legal" lang="de">
    <h1>Impressum</h1>
    <h2>Angaben gemäß § 5 DDG</h2>
    <p className="imprint">{IMPRINT}</p>
  </article>
)
