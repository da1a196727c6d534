/* Rust's std takes random bytes from a DLL that Wine 8 lacks; packaging/windows/test installs this one. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T length)
{
    return RtlGenRandom(bytes, (ULONG)length);
}
