import { describe, expect, it } from 'vitest'
import { findConfusables } from './confusables.ts'

describe('reports', () => {
  it.each([
    ['a Cyrillic letter in a Latin word', 'Zahlung an Pаypal', 'Pаypal', 'alphabets'],
    ['a Latin letter in a Cyrillic word', 'Оплата Газпрoм', 'Газпрoм', 'alphabets'],
    ['a Greek letter in a Latin word', 'Gοοgle bezahlen', 'Gοοgle', 'alphabets'],
    ['an Armenian letter in a Latin word', 'Amazօn', 'Amazօn', 'alphabets'],
    ['a word of look-alike letters among Latin words', 'Pay Сосо now', 'Сосо', 'alphabet'],
    ['a letter that looks like a digit', 'Pay З00 €', 'З00', 'alphabet'],
    ['Arabic digits in a German text', 'Konto ١٢٣', '١٢٣', 'digits'],
    ['Arabic digits with no letters', '١٢٣', '١٢٣', 'digits'],
    ['digits of two scripts in one number', 'دفع 1٢3', '1٢3', 'digits'],
    ['mathematical digits', 'Pay 𝟏𝟎𝟎', '𝟏𝟎𝟎', 'digits'],
    ['full-width digits in a Latin text', 'Pay １００', '１００', 'digits'],
    ['numbers after a right-to-left letter', 'Konto אב 111 222 333', '111 222 333', 'order'],
  ] as const)('%s', (_, text, word, why) => {
    expect(findConfusables(text)).toEqual([{ word, why }])
  })

  it('reports each word once', () => {
    expect(findConfusables('Pаypal Pаypal')).toHaveLength(1)
  })
})

describe('does not report', () => {
  it.each([
    ['German', 'Überweisung 1.234,50 € an Müller & Söhne, IBAN DE89 3704 0044 0532 0130 00 – „eilig“'],
    ['English', 'Pay $1,200 to O’Neill & Co. for the 2nd invoice (No. B2B-4711/A)'],
    ['Turkish', 'Işık İğdır Şirketi’ne 1.250 ₺ ödeme'],
    ['Greek', 'Πληρωμή τιμολογίου 4711 στην ΑΕ ΔΕΗ, και ΝΟΤΑ'],
    ['Greek with a Latin name', 'Πληρωμή στην Microsoft 100 €'],
    ['Russian', 'Оплата счёта 4711 компании Adobe с карты'],
    ['Ukrainian', 'Оплата за послуги, їжа і ґанок'],
    ['Japanese', '請求書１２３の支払い Tシャツ100枚 Wi-Fi接続 Ａ社'],
    ['Chinese', '支付发票4711给ABC公司'],
    ['Korean', '송금 100원 LG전자'],
    ['Arabic', 'دفع الفاتورة ٤٧١١ بمبلغ ٢٥٠ ريال'],
    ['Arabic with other digits and a name', 'دفع iPhone 15 بمبلغ 1,250 ريال'],
    ['Persian', 'پرداخت ۱۲۵ تومان برای کتاب‌ها'],
    ['Hebrew', 'תשלום 250 ש"ח עבור חשבון 4711 12'],
    ['Hindi', 'भुगतान १२३ रुपये'],
    ['Thai', 'ชำระเงิน ๑๐๐ บาท iPhone'],
    ['Vietnamese', 'Thanh toán hóa đơn 4711'],
    ['units', '10 kΩ, 5 μm, ΔT, m², ½, 1️⃣'],
    ['Breton', 'Cʼhoazh 10'],
    ['a name in two scripts', 'Zahlung an Газпром und מזרחי 12'],
    ['combining marks that stay separate', 'M̀arie x̂'],
  ])('%s', (_, text) => {
    expect(findConfusables(text.normalize('NFC'))).toEqual([])
  })
})
