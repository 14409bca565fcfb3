import { wordSet, words } from '../wording/words.ts'

/** What a ranking needs of six other languages, without accents. */
const TABLE = `
  today=hoy heute aujourd_hui aujourdhui hoje oggi vandaag
  day before yesterday=anteayer antier vorgestern avant_hier anteontem altro_ieri eergisteren
  yesterday=ayer gestern hier ontem ieri gisteren
  last week=semana_pasada ultima_semana letzte_woche letzter_woche letzten_woche vergangene_woche
    vergangenen_woche vorige_woche semaine_derniere derniere_semaine semaine_passee semana_passada
    settimana_scorsa scorsa_settimana vorige_week afgelopen_week
  this week=esta_semana diese_woche dieser_woche cette_semaine essa_semana nesta_semana
    questa_settimana deze_week
  last month=mes_pasado ultimo_mes letzten_monat letzter_monat letztem_monat vergangenen_monat
    mois_dernier mois_passe mes_passado mese_scorso scorso_mese vorige_maand
  this month=este_mes diesen_monat dieser_monat diesem_monat ce_mois_ci ce_mois neste_mes esse_mes
    questo_mese deze_maand
  last year=ano_pasado ultimo_ano letztes_jahr letzten_jahr letzten_jahres annee_derniere
    ano_passado anno_scorso vorig_jaar
  this year=este_ano dieses_jahr diesem_jahr cette_annee neste_ano quest_anno dit_jaar
  all time=todos_los_tiempos la_historia aller_zeiten tous_les_temps todos_os_tempos tutti_i_tempi
    aller_tijden
  most popular=mas_populares mas_popular mas_votados mas_votado populares beliebtesten beliebteste
    plus_populaires plus_populaire populaires mais_populares mais_votados piu_popolari piu_votati
    populairste
  best=mejores mejor principales besten beste bestes bester meilleurs meilleures meilleur meilleure
    melhores melhor principais migliori migliore
  products=productos producto lanzamientos herramientas aplicaciones produkte produkten produkt
    neuheiten werkzeuge produits produit lancements outils applis produtos produto lancamentos
    ferramentas aplicativos prodotti prodotto strumenti producten producto
  show me=muestrame ensename dame mostrar muestra zeig_mir zeige_mir gib_mir nenne_mir zeig zeige
    montre_moi montrez_moi donne_moi donnez_moi affiche montre mostre_me me_mostre mostre mostra
    mostrami dammi laat_me
  last=letzten ultimos ultimas derniers dernieres ultimi vergangenen
  days=dias tage tagen jours giorni dagen
  january=enero januar janvier janeiro gennaio
  february=febrero februar fevrier fevereiro febbraio
  march=marzo marz mars marco
  april=abril avril aprile
  may=mayo mai maio maggio
  june=junio juni juin junho giugno
  july=julio juli juillet julho luglio
  august=agosto aout
  september=septiembre septembre setembro settembre
  october=octubre oktober octobre outubro ottobre
  november=noviembre novembre novembro
  december=diciembre dezember decembre dezembro dicembre
  one=uno ein eine einen
  two=dos zwei deux dois due
  three=tres drei trois tre
  four=cuatro vier quatre quatro quattro
  five=cinco funf fuenf cinq cinque
  six=seis sechs sei
  seven=siete sieben sept sete sette
  eight=ocho acht huit oito otto
  nine=nueve neun neuf nove
  ten=diez zehn dix dez dieci
`

/** Words that only hold a sentence together, left out of what is read. */
export const FOREIGN_FUNCTION_WORDS = wordSet(`
  el la los las lo de del en un una unos por para con que cual cuales quien como y o es son fue
  fueron al se le favor mi nos der die das den dem des und oder ist sind war waren von vom fur mit
  auf im zum zur was welche welches welcher wer wie bitte mal gab gibt es les du des et est sont ont
  ete dans pour avec sur quels quelles quel quelle qui ce cette s il vous te plait svp moi da das do
  dos os as em no na nos nas um uma com quais qual quem e sao foi foram me il gli i di della dei
  delle per che quali chi sono stati a van het een wat zijn zien welke
`)

/** Words that English does not have. One of them tells the language. */
export const TELLTALE_WORDS = wordSet(`
  meilleur meilleure produit produits migliore prodotto hoy ayer anteayer semana pasada pasado
  mejores mejor productos muestrame dame cuales cual ensename quiero quien favor herramienta
  herramientas para lanzamientos busco buscar heute gestern vorgestern woche monat jahr beste besten
  produkte zeig zeige welche welches suche ich bitte gib nicht aujourd hier semaine derniere dernier
  meilleurs meilleures produits montre donne quels quelles cherche moi je avec hoje ontem passada
  passado melhores produtos mostre quais procuro voce uma oggi ieri settimana scorsa migliori
  prodotti mostrami quali cerco vandaag gisteren producten est sont wie kannst konnen puedes pouvez
  puedo ganamos gewonnen gagne como hola estas esta mes mois gibt wer was_war muchas schon encuentra
  una kann mir finde werkzeug outil ferramenta necesito brauche ai_besoin ultimos ultimas dias
  derniers dernieres jours tagen tage letzten letzte ultimi giorni besoin preciso los las und fur
  der das avez wetter clima temps meteo quelle il_y_a
`)

export const TRANSLATIONS: ReadonlyMap<string, string> = new Map(
  TABLE.trim()
    .split(/\n {2}(?! )/)
    .flatMap((entry) => {
      const [english = '', foreign = ''] = entry.split('=')
      return words(foreign).map((word): [string, string] => [
        word.replaceAll('_', ' '),
        english.trim(),
      ])
    }),
)
