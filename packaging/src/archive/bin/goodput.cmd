@echo off
rem Finds a Java runtime and runs the goodput command.
setlocal
set "home=%~dp0.."
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
"%java%" --enable-native-access=ALL-UNNAMED "-Dgoodput.home=%home%" -cp "%home%\lib\*" io.goodput.cli.Goodput %*
exit /b %errorlevel%
