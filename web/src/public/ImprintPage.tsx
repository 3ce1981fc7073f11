import { PageTitle } from '../shared/PageTitle.tsx'
import './public.css'

export const ImprintPage = () => (
  <article className="legal" lang="de">
    <PageTitle>Impressum</PageTitle>
    <p>
      Vieraugen ist eine Software, die jede Organisation selbst betreibt. Anbieter im Sinne von § 5 DDG ist,
      wer diese Installation betreibt. Name, Anschrift, Vertretung und E-Mail-Adresse des Betreibers stehen an
      dieser Stelle, sobald die Installation öffentlich erreichbar ist.
    </p>
    <p>Läuft Vieraugen nur auf Ihrem eigenen Rechner, sind Sie selbst der Betreiber.</p>
  </article>
)
