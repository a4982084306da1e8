/* Stand-in boot ROM for an emulated RP2040: only the look-up tables the SDK uses. */
typedef unsigned u32; typedef unsigned char u8; typedef long long i64; typedef unsigned long long u64;
static u32 pop(u32 v){ u32 n=0; while(v){ v&=v-1; n++; } return n; }
static u32 clz(u32 v){ u32 n=0; if(!v) return 32; while(!(v>>31)){ v<<=1; n++; } return n; }
static u32 ctz(u32 v){ u32 n=0; if(!v) return 32; while(!(v&1)){ v>>=1; n++; } return n; }
static u32 rev(u32 v){ u32 r=0; for(int i=0;i<32;i++){ r=r<<1|(v&1); v>>=1; } return r; }
void *memset(void *d,int c,u32 n){ u8*p=d; while(n--) *p++=c; return d; }
static void *memset4(u32 *d,int c,u32 n){ u32 w=(c&255)*0x01010101u, *p=d; for(n>>=2;n--;) *p++=w; return d; }
void *memcpy(void *d,const void*s,u32 n){ u8*p=d; const u8*q=s; while(n--) *p++=*q++; return d; }
static void *memcpy44(u32 *d,const u32*s,u32 n){ u32*p=d; for(n>>=2;n--;) *p++=*s++; return d; }
static void nop(void){}
static void hang(void){ for(;;) __asm__ volatile("wfi"); }
#define FLASH ((volatile u32*)0x10000000)
static void erase(u32 a,u32 n,u32 bs,u8 cmd){ for(u32 i=0;i<n/4;i++) FLASH[a/4+i]=0xffffffff; }
static void prog(u32 a,const u8*d,u32 n){ for(u32 i=0;i<n/4;i++) FLASH[a/4+i]&=((const u32*)d)[i]; } /* NOR */
static float fadd(float a,float b){return a+b;} static float fsub(float a,float b){return a-b;}
static float fmul(float a,float b){return a*b;} static float fdiv(float a,float b){return a/b;}
static int fcmp(float a,float b){ return a<b?-1:a>b?1:0; }
static float root(float x){ if(!(x>0)) return x<0?0.0f/0.0f:x; union{float f;u32 u;}v={x};
  v.u=(v.u>>1)+0x1fc00000; for(int i=0;i<4;i++) v.f=0.5f*(v.f+x/v.f); return v.f; }
static int f2i(float a){return (int)a;} static u32 f2u(float a){return a<0?0:(u32)a;}
static float p2(int n){ float r=1; while(n>0){r*=2;n--;} while(n<0){r*=.5f;n++;} return r; }
static int f2x(float a,int n){return (int)(a*p2(n));} static u32 f2ux(float a,int n){return (u32)(a*p2(n));}
static float i2f(int a){return (float)a;} static float x2f(int a,int n){return (float)a*p2(-n);}
static float u2f(u32 a){return (float)a;} static float ux2f(u32 a,int n){return (float)a*p2(-n);}
static float l2f(i64 a){return (float)a;} static float ul2f(u64 a){return (float)a;}
static i64 f2l(float a){return (i64)a;} static u64 f2ul(float a){return a<0?0:(u64)a;}
static double f2d(float a){return (double)a;} static float un(float a){ return 0.0f/0.0f; }
static const u8 sfhdr[4] __attribute__((section(".sf0"),used)) = {0,0,32,0};      /* byte at table-2: entries */
const void *const sf[32] __attribute__((section(".sf1"),used)) = { fadd,fsub,fmul,fdiv,fcmp,fcmp,root,f2i,f2x,
  f2u,f2ux,i2f,x2f,u2f,ux2f,un,un,un,un,un,un,fcmp,un,l2f,un,ul2f,un,f2l,un,f2ul,un,f2d };
#define C(a,b) ((a)|(b)<<8)
struct e { u32 c; const void *p; };
static const struct e ftab[] = {{C('P','3'),pop},{C('L','3'),clz},{C('T','3'),ctz},{C('R','3'),rev},
 {C('M','S'),memset},{C('S','4'),memset4},{C('M','C'),memcpy},{C('C','4'),memcpy44},{C('I','F'),nop},{C('E','X'),nop},
 {C('F','C'),nop},{C('C','X'),nop},{C('R','E'),erase},{C('R','P'),prog},{C('U','B'),hang},{0,0}};
static const struct e dtab[] = {{C('S','F'),sf},{0,0}};
const void *lookup_c(u32 tag,u32 c){            /* the table "pointer" is only a tag: 1 functions, 2 data */
  for(const struct e*t= tag==1?ftab:dtab;t->c;t++) if(t->c==(c&0xffff)) return t->p; return 0; }
void reset_(void){ hang(); }
__asm__(".section .vec,\"a\"\n .word 0x20042000\n .word reset_+1\n .word reset_+1\n .word reset_+1\n"
 ".byte 'M','u',1,2\n .hword 1\n .hword 2\n .hword tramp+1\n .hword 0\n"
 ".thumb\n.syntax unified\n.thumb_func\ntramp: ldr r3,=lookup_c\n bx r3\n .ltorg\n .text\n");
