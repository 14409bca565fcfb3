const TABLE = `
  gimme=give me | gimmie=give me | lemme=let me | wanna=want to | gonna=going to | gotta=got to
  wut=what | wat=what | wht=what | waht=what | whta=what | hwat=what | wots=what is | wot=what
  wats=what is | wuts=what is | whatre=what are | whats=what is | whos=who is | wheres=where is
  hows=how is | thats=that is | its=it is | theres=there is | whens=when is | lets=let us
  ur=your | u=you | r=are | yr=year | yrs=years | ya=you | yall=you | pls=please | plz=please
  plss=please | pleas=please | plox=please | pleez=please | plse=please | thx=thanks | thnx=thanks
  tnx=thanks | thanx=thanks | thankyou=thank you | ty=thanks | tysm=thanks | tyvm=thanks
  tks=thanks | thnks=thanks | thnk=thank | tq=thanks | thks=thanks | rn=right now | atm=right now
  asap=please | tdy=today | tdys=today | tdays=today | 2day=today | tday=today | 2nite=tonight
  tonite=tonight | yday=yesterday | ystrday=yesterday | yest=yesterday | ytd=year to date
  mtd=month to date | wtd=week to date | wk=week | wks=weeks | mth=month | mths=months
  mnth=month | wknd=weekend | lst=last | lats=last | lsat=last | laste=last | prev=previous
  dys=days | wek=week | weks=week | weeek=week | wekk=week | weel=week | weke=week | lasst=last
  lastt=last | las=last | laast=last | lastweek=last week | lastmonth=last month
  lastyear=last year | thisweek=this week | thismonth=this month | thisyear=this year | tody=today
  toady=today | lunches=launches | lunched=launched | moth=month | moths=months | mont=month
  yersterday=yesterday | yestrdy=yesterday | bestest=best | popin=popping | poppin=popping
  tpo=top | otp=top | topp=top | bset=best | beest=best | besst=best | prod=product
  prods=products | prdct=product | prdcts=products | bday=birthday | fav=favourite
  favs=favourites | faves=favourites | fave=favourite | teh=the | tha=the | hte=the | dis=this
  thsi=this | tihs=this | dat=that | dem=them | sth=something | smth=something | smthn=something
  somthing=something | smthing=something | anythin=anything | nothin=nothing | somethin=something
  summat=something | abt=about | bout=about | cuz=because | coz=because | n=and | nd=and | adn=and
  btwn=between | frm=from | fpr=for | shwo=show | sho=show | hsow=show | giv=give | gvie=give
  gve=give | lsit=list | lok=look | fnd=find | fidn=find | srch=search | lookin=looking
  serch=search | serach=search | im=i am | ive=i have | weve=we have | youre=you are
  theyre=they are | dont=do not | doesnt=does not | didnt=did not | isnt=is not | arent=are not
  wasnt=was not | cant=can not | couldnt=could not | wouldnt=would not | shouldnt=should not
  wont=will not | havent=have not | hasnt=has not | aint=is not | cannot=can not
  shouldve=should have | dunno=do not know | kinda=kind of | sorta=sort of | lotta=lot of
  outta=out of | cmon=come on | congratz=congrats | gratz=congrats | grats=congrats
  woohooo=woohoo | wohoo=woohoo | yaay=yay | yayy=yay | hurra=hurray | heyy=hey | hii=hi
  helloo=hello | hlo=hello | helo=hello | hai=hi | hullo=hello | hallo=hello | supp=sup
  wassup=what is up | wazzup=what is up | whatsup=what is up | wsup=what is up | wassap=what is up
  morn=morning | mornin=morning | mon=monday | tue=tuesday | tues=tuesday | thu=thursday
  thur=thursday | thurs=thursday | fri=friday | weds=wednesday | moar=more | som=some | ppl=people
  any1=anyone | some1=someone | every1=everyone | msg=message | frist=first | secnd=second
  thrid=third | nething=anything | rly=really | rlly=really | def=definitely | prolly=probably
  mebbe=maybe | k=ok | kk=ok | okey=ok | okie=ok | oki=ok | sry=sorry | soz=sorry | nvm=never mind
  ofc=of course
`

/** What people type for speed, in words. */
export const SLANG: ReadonlyMap<string, string> = new Map(
  TABLE.split(/[|\n]/)
    .map((entry) => entry.trim().split('='))
    .flatMap(([typed, meant]): [string, string][] => (typed && meant ? [[typed, meant]] : [])),
)
