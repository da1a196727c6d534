; The installer, made by packaging/windows/build: for the person who installs it alone, without an administrator, with
; .bpgn files opened by it.

Target amd64-unicode
SetCompressor /SOLID lzma
; As large as both programs together, so that the second is stored as a reference to the first.
SetCompressorDictSize 64
!include MUI2.nsh

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Tandem"
!define CLASSES "Software\Classes"
!define PATHS "Software\Microsoft\Windows\CurrentVersion\App Paths\tandem.exe"

Name "Tandem"
OutFile "${OUT}"
!ifdef SIGN
    !uninstfinalize '"${SIGN}" "%1"'
!endif
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Tandem"
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
BrandingText "Tandem ${VERSION}"
ManifestDPIAware true
ManifestSupportedOS all

!define MUI_ICON "tandem.ico"
!define MUI_UNICON "tandem.ico"
!define MUI_FINISHPAGE_RUN "$INSTDIR\tandem.exe"
!insertmacro MUI_PAGE_LICENSE "${FOLDER}/LICENSE"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; Tells Explorer that kinds of files have changed.
!macro KindsChanged
    System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

Section
    SetOutPath "$INSTDIR"
    File /r "${FOLDER}/*"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\Tandem.lnk" "$INSTDIR\tandem.exe" "" "$INSTDIR\tandem.ico"

    WriteRegStr HKCU "${CLASSES}\Tandem.bpgn" "" "Bughouse matches"
    WriteRegStr HKCU "${CLASSES}\Tandem.bpgn\DefaultIcon" "" "$INSTDIR\tandem.ico"
    WriteRegStr HKCU "${CLASSES}\Tandem.bpgn\shell\open\command" "" '"$INSTDIR\tandem.exe" "%1"'
    WriteRegStr HKCU "${CLASSES}\.bpgn\OpenWithProgids" "Tandem.bpgn" ""
    ; What already opens these files goes on to do so.
    ReadRegStr $0 HKCU "${CLASSES}\.bpgn" ""
    StrCmp $0 "" 0 +2
        WriteRegStr HKCU "${CLASSES}\.bpgn" "" "Tandem.bpgn"

    ; Offered under "Open with" for these files, which other programs open by default.
    WriteRegStr HKCU "${CLASSES}\.pgn\OpenWithProgids" "Tandem.bpgn" ""
    WriteRegStr HKCU "${CLASSES}\.bgn\OpenWithProgids" "Tandem.bpgn" ""
    ; `tandem` in the Run dialog and in `start`.
    WriteRegStr HKCU "${PATHS}" "" "$INSTDIR\tandem.exe"

    WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Tandem"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\tandem.ico"
    WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Tandem developers"
    WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
    !insertmacro KindsChanged
SectionEnd

Section "Uninstall"
    !include "${REMOVE}"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR\licences"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Tandem.lnk"

    DeleteRegKey HKCU "${CLASSES}\Tandem.bpgn"
    DeleteRegValue HKCU "${CLASSES}\.bpgn\OpenWithProgids" "Tandem.bpgn"
    ReadRegStr $0 HKCU "${CLASSES}\.bpgn" ""
    StrCmp $0 "Tandem.bpgn" 0 +2
        DeleteRegValue HKCU "${CLASSES}\.bpgn" ""
    DeleteRegKey /ifempty HKCU "${CLASSES}\.bpgn\OpenWithProgids"
    DeleteRegKey /ifempty HKCU "${CLASSES}\.bpgn"
    DeleteRegValue HKCU "${CLASSES}\.pgn\OpenWithProgids" "Tandem.bpgn"
    DeleteRegKey /ifempty HKCU "${CLASSES}\.pgn\OpenWithProgids"
    DeleteRegKey /ifempty HKCU "${CLASSES}\.pgn"
    DeleteRegValue HKCU "${CLASSES}\.bgn\OpenWithProgids" "Tandem.bpgn"
    DeleteRegKey /ifempty HKCU "${CLASSES}\.bgn\OpenWithProgids"
    DeleteRegKey /ifempty HKCU "${CLASSES}\.bgn"
    DeleteRegKey HKCU "${PATHS}"
    DeleteRegKey HKCU "${UNINSTALL}"
    !insertmacro KindsChanged
SectionEnd
