"""Small HEIC files. Nothing here can write one, so they were made once, by libheif with x265.

All show `quarters` of 128x96 pixels.
"""

from base64 import b85decode

STILL = b85decode(
    b"0000SW^{RQXk}?*00000ZE0pPXk}?*ZE0a<00042ZDn*}000000000XXk=`10000000000aA{+700000000000000000000B57=I"
    b"V*mgE07O6l0RRC200001dH?|c0000000C+M001LtX>Mi!000000RR916=`l}WdZ;I000310BCk&F#rGn01j|zbZr0t000010002i"
    b"X>f9I0002DX>en20001ZXm(>m0RwOV0058x000009`FGC{rLC*01pFT0096PKmiN^|NjGU00093kN^M!000939=ZZRVE_RDD?$MQ"
    b"18@KU0|1Z!00RI30{|YN5FlY?x{^w3n}CLc0ssI505Sjo0{{XLVgLaE2SfqEa<C#m0000JV{dG7ZewhC0096E00w{n000zeb8uw<"
    b"00000004jh003YB000nhX?SS>000032nYxO000+haBX1#00000000310R({p0|Wp70dj3*VRQfh0cI!xuMXhmx&eUX>;10cfB&Nn"
    b"<UgBBP+y~A-"
    b"VVrrie$e2kJbPDRj7mE(g6eKj61<uY4jsKw0m(I5Xkv|1B_(_C<(sG$6>kgi;B(Q0#b;N{(*C*5>0xK)Pc|L@^_UY*HjwW>h90?h"
    b"%CCUw#iXFtvsTpbHyG@&FmZ9u0}MRzd|ja{ufRE{BYr%ry!>BvjV2bXfsGl;?yVuMgwumJva{3R6we<r7BLdNPD^AU-Qe8|6DWwg"
    b"d%BK{no7~`ff&kN;`?q_d!8g);t~Xi+MB|b$n@y?bBlpf}rG)S8ni6h_-"
    b"V{@rP^HHzG)al<qR`LxSQmi@MJjT|hi@jzPixPxN#O{w4YJVd$~XdO#Lb1GB445Z|6R8HFY}JbgS7Cgs>_Aj{1=!3{q;yVX(^3c6"
    b"l^#_FU5eRViK?d;eb>}RMD7%6oJ2+~Q6Vw%7%Hh^|+LPm?H*P!p{4UawS"
)
"""Just a picture."""

TWO = b85decode(
    b"0000SW^{RQXk}?*00000ZE0pPXk}?*ZE0a<0004mZDn*}000000000XXk=`10000000000aA{+700000000000000000000G-"
    b"+&aV*mgE07O6l0ssL300001r~m-"
    b"~0000000C+M0ssI200R;L0RR9100001=l}o!IB98aW&i*H00062000$fZf0cy000000RRAKc4ILB0000LX>Mj^0ssI200IC2Xm(>"
    b"U000004sdC7Z2$lO00031007--aB^?}006gXaAR)(004Msc4I>U18@KU0FVFx0000U@BsY%`1k+-"
    b"4+CHT0RR|40Sp2E{{wIU00RJ!0009300RIXx&lC90096iLID8-"
    b"Z~y=U0FVFx0{{R603M(aAYo;?l1givfQEwt00093G5`Pr00IzV00968L;=Baup&SJ000wXZ)|dIV{CW;0RRmE27mwn02FC+aAg1h"
    b"000000Du4h0AK(B01$9#cxeCt0009B2nYZG03K;@ZD9Za0000000IC31c3qr1ONgAfdT^r000A8ZDe6|0004IC;_hy;O4pkfaL4_"
    b"uHt|HqYmUhn@dn%qha0-"
    b"$bX7tzW$HZ|NK>`gW=Kv1Lur8!C7haBR#ZxaT^fG`F{h9Wd$e+zRJg8x$%pN&ENu3h>!k(bEXnadXLnB&+hVfl_J+v8rkaZ&-"
    b"aKdx~{g#Q9Z3ZqNa1j9!t&a8{Mu(G@QReEua1uP5=CG;hd)+rtz}^rpRbBNK4|>C<8_Vamqb74%AdYs<fplPP0gRx#3^)%ai|HGy"
    b"jAlX<7Z&tta|!Mt({=iO=^zL0Z;49q@~JG#Pb#X^ZXCV-"
    b"A9#<dIiy@K1=gb4l@sYt}a+NP?8^GVeoz;xdc6&lg=lJadjg!TwM5bPE0@`SfAvvCn!y7E}YXt4t8zo;MkVCOJHPJP{`4*lHll%{"
    b"##jKRUbBQWXliUVz5xqy&9+I6m#{*c|L<s1O(_bq5I2NsMBez%Dj`c5XsOi>KG1@8}JWJ?sDg0putFuMXhmx;c$#MPKm!SCEbP?r"
    b"Ri3?EEMH`};rt_j0Ie%xe2zo)e@DRus{~%(mR`21cCmgU2t!`E|{r5?aN?mE^pSk)Y%h9}JP<ddKbsW#py(0dn-"
    b"V%dpTe{#@A|{t<qjoINwNmC3q3|K88eE6>_7Z}tBrRA3%=oq{E+6JA#<6|IAiG)yjPAU#NQp?Sw)MvuM*aS|Zc$k!j____X@T_PX"
    b"X%a1ScGi3zsd{6zJLm$7z2fzO%GQkD&ED!?*?44y8;f?majiqKsPxu(*H@f$<#k$)B&}$sx^lod!ENZ2j4#o5P527mVD!0DhinHH"
    b"MATlP>5RiSbz1Zu<I?y63Q%Et`vSkV91moOXu)`GQzW@AnN=NaE;D)1|0F0>O6-x9z`(+pa99ZOQd5!fk47n1V0G;9@R+tR!-"
    b"sxZfd+Hp3c;j3c1Lk>Z_PN^R2Cob6LwW^fH^^@JAH~i(PeNEW!RGrGI5K4`v)OT`Dft7Ru1NNJiZgkDgWN5O+65$3g3t_%Ke7TK-"
    b"0N}8FMXews`!o)e3-vl2j}xFE*C<Cel7E0#CJMgX8L_r7pI<=7px48`SQ@$HLKo-=L?hW+5#xh*gVe5=Mt6AHpuPYFEHjI5HJ"
)
"""Two pictures, the second one upside down."""

ALPHA = b85decode(
    b"0000SW^{RQXk}?*00000ZE0pPXk}?*ZE0a<0006;ZDn*}000000000XXk=`10000000000aA{+700000000000000000000G-"
    b"+&aV*mgE07O6l0ssL300002Y5)NM0000000F@O0ssI200b)l0RR9100000+5i9mIB98aW&i*H00062000$fZf0cy000000RRAKc4"
    b"ILB0000LX>Mj^0ssI200IC2Xm(>U000004sdC7Z2$lO0003100D(*aB^?}00CcVaAR)(004Msc4I>U18@KU0FVFx0000U@BsY%`1"
    b"k+-4+CHT0RR|40Sp2E{{wIU00RJ!0009300RIXx&lC90096iLID8-"
    b"Z~y=U0FVFx0{{R603M(aAYo;?l1givfQEwt00093G5`Pr00IzV00968L;=Baup&SJ000wXZ)|dIV{CW;0RRmE27mwn02FC+aAg1h"
    b"000000Du4h0AK(B01$9#cxeCt0009B2nYZG0CQ+|V?zN12mk;8pZEX(0018F0Q~&;_y7P817H9F02e?33<3ZD1PA~C0|1}+00093"
    b"03NymKw$s@04G8L0R#vD00RJ@_y7O{0017qK!Jsp>PacCYzP1V0|3YX00RIBKw<y^00%??!E&%7KmY&$4sdCBX#fBK009U9001Xp"
    b"b$CMn0001Wa&9_paAjvYXk~U|Ix;XZH9BE+cxhxhF#rGn03K;@ZD9Za0000000IC31c3qr1ONgAg#!kM0000QX>w&|000000000E"
    b"VRd+H00IC3009610;6qYVRQfh0lg>zuMXho#aza;Ctvw)&xHIjo%pgp|70T}<h{u2zEX9}@TIG}ROv}LczJ*=Q~q9pRv2l@YY#pW"
    b"8B{Nb{NX}WF}8e2c>BD96L*3_#=ZerJsQjYPPgStW12-"
    b"VY$K?5nO<@R>`+I}<GuyM2iXpf!dd<D^q>9u*6FZg(=om4U!rMk`21R!Tq{iWNwe&xFrHZdR%yTf7ft{CaN#BDLS?Nq%DX?ZB{f2"
    b"?pIb$nZ@0H3@A6dM-!FULAI#7jHpWN($BuXJXe#s-"
    b"*(p!g?7+Wj1%JIp{HK27KgcI^CAu(HiO*+{{;B;$fYRCRY*#Jt{wTTK&Gt?HZp5T#5$q-u-ueWN@f`V~P*~0@+l}@n6;gUh(){}s"
    b"okC=U2zRxyT(`sco}4j496gHB8)X|jo#G{|^~pBiPc7X9r_TV|x=&G-8y-"
    b"0f<kck62nS4s8OKECHqTr6CyjfXd>;bm3k1^_k%gahH0Ve!(*^GpB|SsHr7%m=sQ{&|x33mSNkze#cAr7zY}C0c>p}!Q6Hz?P{dO"
    b"z+WSLeC8Y5hRF3Y!UccB%sx<v=m*nvfezMd=bE69KV007n~0j?du=%0!Fiy!%J!NS@VJNcqqXLS0m)1-"
    b"<cXS0gNu^5O0z(5F1kr)x`@Yvf!%sO*sq42#Z+KRHy+`knq#$RDo{{vt4(<5Y0(IWV{@izhr>G|foqxTjT^i!cX(Z6*zv!Y5h2Qb"
    b"^q$<=sZq`g5gz%4G9F|u`k@Ztam;qh^m-wTP;XFx<|pej@qSK*oY{QgJdAO4(H(ealsPtXfj?B-`Pix^Ub{5Ak6{Y~gTht-*We@-"
    b"y^Y`+v!;mV*x#p23~qDBh_@aGOVU_iU;Km"
)
"""The 40 columns on the left are see-through."""

TURNED = b85decode(
    b"0000SW^{RQXk}?*00000ZE0pPXk}?*ZE0a<0004@ZDn*}000000000XXk=`10000000000aA{+700000000000000000000G-"
    b"+&aV*mgE07O6l0ssL300001#Q*^S0000000D~t0ssI200U3}0RR9100000asU7TIB98aW&i*H00062000$fZf0cy000000RRAKc4"
    b"ILB0000LX>Mj^0ssI300IC2MR;ju000004sdC7Z2$lO00031007`=aB^?}006*gaAR)(004Msc4I>U18@KU0FVFx0000U@BsY%`1"
    b"k+-4+CHT0RR|40Sp2E{{wIU00RJ!0009300RIXx&lC90096iLID8-"
    b"Z~y=U0FVFx0{{R603M()fPrPYl1givfQEwt00093G5`Pr00IzV00968L;=Baup&SJ000wXZ)|dIV{CW;0RRmE27mwn02FC+aAg1h"
    b"000000AK(B0Du4h01$9#cxeCt0009B2nYZG010VwZ*&6y000<iaBX1#00000000310R@2q0|bQt000_ka%E-"
    b"!00000000hSWOHKx0ssL30RR931#M(ubN~PWhbRHB4&c#d0f6LH$m{?AELH#ica^kNv=0AJN$o!l;&1wM*_Q|lC3F#&GLW{QaDrs"
    b"yqJVq<ue}e(IAx;4gRUYdHuXCMRV2p=51R52Z%t2&z1Mx|dO%=@nt@JMZbc|5RWcNU)D?MP`8I0po7<lwK{7m~jWI%PIHUtw#`g3"
    b"dSPnx#c}V1%zXy}@d|b&J#~C9hIsS<p5bi~iPxV^Qrhhm;bECg}Z5x`0J!PgcLPlMj7Mw}XQ|d5LA=Ki`*~li=xMY&Y)%i1^ZnLd"
    b"jt|v23`VnjK@Va4t<A>oBV4EVKSN(WGUhik4CXwo=ILgIl{*Z%_et*jA;08(3?nn&^y_>3oMbK;D6T{HnPi;&SZ0lqAq)7jZw0G?"
    b"mOY}N|QR{mVu^&bXoImiBk7nyxI|l;qvs(SXoBACvg8<2urrFvLx!-"
    b"2B`+qm|IB#Ee)A7Up5IetD^uNNz^e>^r$j$zN(jCR{FcsF|xYU!r%b}V*zO$|Oyh2-"
    b"$X&$eP00006MR;ju002!*04e|g00;mB0TKWM0000100sa60XqN!00004L2h9Hh$R37000010000o0000000IC300IC200K?`0000"
    b"200jU500RI308jt`0000006YKy00961015yA0096102crN00I"
)
"""Lying on its side, turned upright by the file itself; with an EXIF orientation, an author, and a place."""
