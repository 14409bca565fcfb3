/** Places whose name is not that of an IANA zone, and the zone that they keep. */
export const PLACES = `
  America/Los_Angeles: pacific, us pacific, california, la, los angeles, sf, san francisco, bay
    area, silicon valley, san diego, san jose, seattle, portland, las vegas, nevada, oregon, west
    coast, washington state
  America/Denver: mountain, us mountain, colorado, utah, salt lake city, albuquerque, montana
  America/Phoenix: arizona
  America/Chicago: central, us central, texas, austin, dallas, houston, san antonio, minneapolis,
    nashville, new orleans, st louis, kansas city, milwaukee, illinois, minnesota
  America/New_York: usa, the us, united states, the states, eastern, us eastern, nyc, ny, new york
    city, manhattan, brooklyn, boston, miami, atlanta, philadelphia, philly, washington dc,
    washington, dc, florida, orlando, charlotte, pittsburgh, massachusetts, east coast
  America/Anchorage: alaska
  Pacific/Honolulu: hawaii
  America/Toronto: canada, ottawa, montreal, quebec
  America/Edmonton: calgary, alberta
  America/Vancouver: british columbia
  America/Mexico_City: mexico, guadalajara
  America/Sao_Paulo: brazil, brasil, rio, rio de janeiro, brasilia
  America/Argentina/Buenos_Aires: argentina, buenos aires
  America/Bogota: colombia, medellin
  America/Santiago: chile
  America/Lima: peru
  America/Caracas: venezuela
  Europe/London: uk, united kingdom, england, britain, great britain, scotland, wales, manchester,
    edinburgh, birmingham
  Europe/Dublin: ireland
  Europe/Lisbon: portugal, porto, western european
  Europe/Madrid: spain, barcelona, valencia
  Europe/Paris: france, lyon, marseille
  Europe/Brussels: belgium, antwerp
  Europe/Amsterdam: netherlands, the netherlands, holland, rotterdam, the hague
  Europe/Berlin: germany, munich, hamburg, frankfurt, cologne, stuttgart, central european
  Europe/Zurich: switzerland, geneva, bern
  Europe/Vienna: austria
  Europe/Rome: italy, milan, naples
  Europe/Prague: czechia, czech republic
  Europe/Warsaw: poland, krakow
  Europe/Budapest: hungary
  Europe/Bucharest: romania
  Europe/Sofia: bulgaria
  Europe/Athens: greece, eastern european
  Europe/Stockholm: sweden, gothenburg
  Europe/Oslo: norway
  Europe/Copenhagen: denmark
  Europe/Helsinki: finland
  Europe/Tallinn: estonia
  Europe/Riga: latvia
  Europe/Vilnius: lithuania
  Europe/Kyiv: ukraine, kyiv, kiev
  Europe/Istanbul: turkey, ankara
  Europe/Moscow: russia, st petersburg, saint petersburg
  Europe/Belgrade: serbia
  Europe/Zagreb: croatia
  Africa/Cairo: egypt
  Africa/Lagos: nigeria, abuja
  Africa/Nairobi: kenya
  Africa/Johannesburg: south africa, cape town, pretoria
  Africa/Casablanca: morocco
  Africa/Accra: ghana
  Asia/Jerusalem: israel, tel aviv
  Asia/Riyadh: saudi arabia, saudi
  Asia/Dubai: uae, emirates, abu dhabi
  Asia/Qatar: doha
  Asia/Tehran: iran
  Asia/Karachi: pakistan, lahore, islamabad
  Asia/Kolkata: india, indian, mumbai, bombay, delhi, new delhi, bangalore, bengaluru, chennai,
    hyderabad, pune, kolkata, calcutta
  Asia/Kathmandu: nepal, kathmandu
  Asia/Dhaka: bangladesh
  Asia/Colombo: sri lanka
  Asia/Bangkok: thailand
  Asia/Ho_Chi_Minh: vietnam, hanoi, saigon, ho chi minh city, ho chi minh
  Asia/Jakarta: indonesia
  Asia/Makassar: bali
  Asia/Singapore: singapore
  Asia/Kuala_Lumpur: malaysia, kl
  Asia/Manila: philippines
  Asia/Shanghai: china, beijing, shenzhen, guangzhou, chinese, hangzhou
  Asia/Hong_Kong: hk, hongkong
  Asia/Taipei: taiwan
  Asia/Seoul: korea, south korea, korean
  Asia/Tokyo: japan, osaka, kyoto, japanese
  Australia/Sydney: australia, nsw, canberra
  Australia/Perth: western australia
  Pacific/Auckland: new zealand, nz, wellington
  UTC: greenwich, coordinated universal
  America/St_Johns: newfoundland
  America/Halifax: atlantic
`
