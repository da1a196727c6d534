; Inno Setup 6: `iscc packaging\windows\tandem.iss` after `cargo build --profile dist` makes tandem-setup.exe.
; For the person who installs it alone, without an administrator, and with .bpgn files opened by it.

#define Version "0.1.0"

[Setup]
AppId=tandem
AppName=Tandem
AppVersion={#Version}
AppPublisher=The Tandem developers
LicenseFile=..\..\LICENSE
DefaultDirName={autopf}\Tandem
DefaultGroupName=Tandem
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
OutputDir=..\..\target
OutputBaseFilename=tandem-setup
SetupIconFile=tandem.ico
UninstallDisplayIcon={app}\tandem.ico
Compression=lzma2
SolidCompression=yes

[Files]
Source: "..\..\target\dist\tandem.exe"; DestDir: "{app}"; Flags: ignoreversion
Source: "tandem.ico"; DestDir: "{app}"
Source: "..\..\README.md"; DestDir: "{app}"
Source: "..\..\LICENSE"; DestDir: "{app}"
Source: "..\..\packaging\copyright"; DestDir: "{app}\licences"; DestName: "copyright"
Source: "..\..\packaging\NOTICES"; DestDir: "{app}\licences"; DestName: "NOTICES"
Source: "..\..\assets\PIECES.md"; DestDir: "{app}\licences"; DestName: "PIECES.md"
Source: "..\..\assets\fonts\LICENSE-Inter.txt"; DestDir: "{app}\licences"; DestName: "LICENSE-Inter.txt"
Source: "..\..\assets\pieces\cburnett\LICENSE"; DestDir: "{app}\licences"; DestName: "pieces-cburnett.txt"
Source: "..\..\assets\pieces\letters\LICENSE"; DestDir: "{app}\licences"; DestName: "pieces-letters.txt"
Source: "..\..\assets\pieces\merida\LICENSE"; DestDir: "{app}\licences"; DestName: "pieces-merida.txt"
Source: "..\..\assets\pieces\pirat\LICENSE"; DestDir: "{app}\licences"; DestName: "pieces-pirat.txt"
Source: "..\..\assets\pieces\tandem\LICENSE"; DestDir: "{app}\licences"; DestName: "pieces-tandem.txt"

[Icons]
Name: "{group}\Tandem"; Filename: "{app}\tandem.exe"; IconFilename: "{app}\tandem.ico"

[Registry]
Root: HKA; Subkey: "Software\Classes\.bpgn\OpenWithProgids"; ValueType: string; ValueName: "Tandem.bpgn"; ValueData: ""; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Tandem.bpgn"; ValueType: string; ValueData: "Bughouse matches"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Tandem.bpgn\DefaultIcon"; ValueType: string; ValueData: "{app}\tandem.ico"
Root: HKA; Subkey: "Software\Classes\Tandem.bpgn\shell\open\command"; ValueType: string; ValueData: """{app}\tandem.exe"" ""%1"""

[Run]
Filename: "{app}\tandem.exe"; Description: "Start Tandem"; Flags: nowait postinstall skipifsilent
